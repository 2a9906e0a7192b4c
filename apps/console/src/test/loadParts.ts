/**
 * Loads what the console loads on demand, before any test: on a busy machine that takes longer than a test waits for its
 * page, and what a file of tests leaves half loaded is missing in later ones. The files of a worker share the modules,
 * so it is done once.
 */
import.meta.glob(['../app/{pages,shell}/*.tsx', '../features/**/*.tsx', '!**/*.test.tsx'], { eager: true })
