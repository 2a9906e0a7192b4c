import { existsSync } from 'node:fs'

/** The headless shell first: it is smaller and sufficient. */
const DEBIAN_FILES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Path of Debian's browser if one is installed; otherwise undefined, and Playwright uses its own. */
export const INSTALLED_CHROMIUM = DEBIAN_FILES.find((file) => existsSync(file))
