/**
 * Loads what the console loads on demand, before any test: on a busy machine that takes longer than a test waits for its
 * page. The files of a worker share the modules, so it is done once.
 */
import.meta.glob(['../app/pages/*.tsx', '../features/**/*.tsx', '!**/*.test.tsx'], { eager: true })
