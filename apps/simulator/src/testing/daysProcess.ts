/**
 * @file A process that lives the days it is sent, and answers each with what came of it: `npm run test:soak -- days` has one
 * for each core.
 */
import { DAYS } from './days.ts'

const HOURS = 24

process.on('message', ({ name, seed }: { name: string; seed: number }) => {
  process.send?.(DAYS[name]?.(seed, HOURS))
})
// Ctrl+C reaches all processes of the terminal; the one that sends days lets those that have begun end.
process.on('SIGINT', () => {})
process.send?.(Object.keys(DAYS))
