"""The server: routes, files, headers, limits on connections, and the socket for terminals."""
