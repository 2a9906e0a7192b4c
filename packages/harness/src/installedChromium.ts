import { existsSync } from 'node:fs'

/** The smaller one first: it lacks only what nobody sees. */
const DEBIAN_FILES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Debian's browser where one is installed; undefined elsewhere, where Playwright has its own. */
export const INSTALLED_CHROMIUM = DEBIAN_FILES.find((file) => existsSync(file))
