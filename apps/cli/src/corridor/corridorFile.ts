import { PHASES } from '@greenwave/controller/controllerLimits'
import { z } from 'zod'

/** Largest numbers of what a file may hold. They bound the time that a plan takes. */
const MOST_JUNCTIONS = 50
const MOST_CYCLES = 50
/** Seconds: twice the longest cycle of practice. */
const LONGEST_CYCLE = 300
const LONGEST_NAME = 100
/** Metres. */
const FARTHEST = 1_000_000
/** Kilometres an hour. */
const FASTEST = 200

/** Returns the schema of a whole number; its message says what to give instead. */
const whole = (min: number, max: number, of = 'seconds') => {
  const error = `give a whole number of ${of} from ${min} to ${max}`
  return z.number(error).int(error).min(min, error).max(max, error)
}
const within = (min: number, max: number, of: string) => {
  const error = `give a number of ${of} from ${min} to ${max}`
  return z.number(error).min(min, error).max(max, error)
}

const cycle = whole(1, LONGEST_CYCLE)
const weight = within(0, 1000, 'the weight')
const directionGreen = z.strictObject(
  { green: whole(1, LONGEST_CYCLE), start: whole(0, LONGEST_CYCLE - 1) },
  'give an object such as {"green": 45, "start": 0}, or leave the direction out',
)
const speed = within(1, FASTEST, 'km/h').optional()
const NAME = `give a name of 1 to ${LONGEST_NAME} characters, without line breaks or other control characters`
const BLOCKS = `give a list of the seconds of 1 to ${PHASES.length} phases, such as [50, 25, 15]`

const junction = z.strictObject(
  {
    name: z
      .string(NAME)
      .trim()
      .min(1, NAME)
      .max(LONGEST_NAME, NAME)
      .regex(/^\P{Cc}*$/u, NAME),
    position: within(-FARTHEST, FARTHEST, 'metres'),
    speed: z
      .strictObject({ outbound: speed, inbound: speed }, 'give an object such as {"outbound": 40, "inbound": 40}')
      .optional(),
    outbound: directionGreen.optional(),
    inbound: directionGreen.optional(),
    cycle: cycle.optional(),
    offset: whole(0, LONGEST_CYCLE - 1).default(0),
    offsets: z.boolean('give true if the controller can be offset, else false').default(true),
    actuated: z.boolean('give true if the greens are actuated, else false').default(false),
    blocks: z.array(whole(0, LONGEST_CYCLE), BLOCKS).min(1, BLOCKS).max(PHASES.length, BLOCKS).optional(),
  },
  'give an object such as {"name": "A", "position": 0, "outbound": {"green": 45, "start": 0}}',
)

const CYCLE = `give a whole number of seconds from 1 to ${LONGEST_CYCLE}, or a list of up to ${MOST_CYCLES} of them, such as [60, 80, 90]`
const OBJECTIVE = 'give "equal", "outbound", "inbound", or weights such as {"outbound": 2, "inbound": 1}'
const JUNCTIONS = `give a list of 2 to ${MOST_JUNCTIONS} junctions, in the outbound order`

/** A corridor as a file says it; docs/corridors.md explains each field. */
export const corridorFile = z.strictObject(
  {
    cycle: z.union([cycle, z.array(cycle).min(1).max(MOST_CYCLES)], CYCLE),
    objective: z
      .union(
        [
          z.enum(['equal', 'outbound', 'inbound']),
          z
            .strictObject({ outbound: weight, inbound: weight })
            .refine(({ outbound, inbound }) => outbound + inbound > 0, OBJECTIVE),
        ],
        OBJECTIVE,
      )
      .default('equal'),
    junctions: z.array(junction, JUNCTIONS).min(2, JUNCTIONS).max(MOST_JUNCTIONS, JUNCTIONS),
  },
  'give an object such as {"cycle": 90, "junctions": [...]}',
)
export type CorridorFile = z.infer<typeof corridorFile>
