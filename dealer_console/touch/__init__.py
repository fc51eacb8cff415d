"""The dealer's touch screen: Qt widgets that paint frozen screen values."""
