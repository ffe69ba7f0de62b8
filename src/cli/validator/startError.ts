/** The reason why a stand-in for a test validator does not start. Agave prints such reasons on stdout, and ends with 1. */
export class StartError extends Error {}
