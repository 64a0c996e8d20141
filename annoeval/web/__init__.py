"""What stands between the network and the pages, and the routes beside them."""
