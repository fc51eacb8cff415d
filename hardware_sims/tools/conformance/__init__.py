"""The conformance list C1 to C55 (E1), written once against an abstract port.

The same items judge a simulator in virtual time and a real device on a real line. Each item is a small function that
returns when the device behaves, raises `Failed` with the reason when it does not, and `Skipped` when it needs something
that is not there: a person's hands, a pairing, an ability the device does not claim.
"""
