import client from '../package.json' with { type: 'json' }

/**
 * Version of Greenwave, such as `0.2.0`; every package of the repository has the same. The first number changes when an
 * upgrade needs work by hand, the second with each release that has new functions, the third with corrections.
 */
export const VERSION: string = client.version
