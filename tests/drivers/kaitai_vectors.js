// Compiles a .ksy with the compiler of npm, parses bodies with the result, and prints what it read.
//   node kaitai_vectors.js FILE.ksy < bodies.json > read.json      bodies: a list of hex, read: a list of objects
const fs = require("fs");
const yaml = require("js-yaml");
const KaitaiStream = require("kaitai-struct/KaitaiStream");
const compiler = require("kaitai-struct-compiler");

function plain(value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  const fields = {};
  for (const [name, inner] of Object.entries(value)) if (!name.startsWith("_")) fields[name] = plain(inner);
  return fields;
}

async function main() {
  const ksy = yaml.load(fs.readFileSync(process.argv[2], "utf8"));
  const importer = { importYaml: () => Promise.reject(new Error("nothing is imported")) };
  const files = await compiler.compile("javascript", ksy, importer, false);
  const holder = {};
  new Function("exports", "require", "define", Object.values(files)[0]).call(holder, holder, require, undefined);
  const Parser = holder.Tablelink.Tablelink || holder.Tablelink;
  const read = JSON.parse(fs.readFileSync(0, "utf8")).map((hex) => {
    const bytes = Buffer.from(hex, "hex");
    const slice = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    return plain(new Parser(new KaitaiStream(slice)));
  });
  process.stdout.write(JSON.stringify(read));
}

main().catch((problem) => {
  process.stderr.write(`${problem && problem.message ? problem.message : problem}\n`);
  process.exit(1);
});
