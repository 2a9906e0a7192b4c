/** @file The addresses that open the console's page; the platform answers all others itself. */

/** The first parts of the paths of the console's routes. */
const ROOMS =
  /^\/(?:(?:now|calendar|devices|corridors|changes|reports|rollouts|routes|files|shifts|account|system|customers|help)(?:\/.*)?|login(?:\/confirmEmail)?)?$/

/** Returns whether a path opens the console's page. A file, such as one that a page links to, does not. */
export function isConsolePage(path: string): boolean {
  return ROOMS.test(path) && !/\.[a-z0-9]+$/i.test(path)
}

/** Returns the address of the program that a page loads, whose name changes with its content; empty for none. */
export function programIn(page: string): string {
  return /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? ''
}
