"""honbun over HTTP, for use from other languages. A server's packages are loaded when one is started."""
