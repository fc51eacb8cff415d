"""Commands about money: the tray at opening and closing, buy-ins, called wagers, fills and credits."""
