"""`python -m dealer_console.cli`."""

from dealer_console.cli import main

if __name__ == "__main__":
    main()
