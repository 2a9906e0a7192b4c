/**
 * @file The demonstration, whose administrators may cause faults on its virtual controllers. No other installation
 * answers these calls.
 */
import * as z from 'zod/mini'

/** From where the demonstration's own changes of settings come, as their records say. */
export const FROM_DEMONSTRATION = 'demonstration'

/** The city of the demonstration, as the program that makes it reports it to the platform's. */
export const DemoCity = z.object({
  controllers: z.array(
    z.object({
      name: z.string(),
      clientId: z.string(),
      /** Faults that stay, by the simulator's names. */
      faults: z.array(z.string()),
      /** Whether faults come and go on it by themselves: otherwise it is healthy, or has something of its own to show. */
      takesTurns: z.boolean(),
    }),
  ),
  /** Records from before `beforeMs`, epoch milliseconds, and whether all are made; left out where it has none. */
  past: z.optional(z.object({ beforeMs: z.number(), isWhole: z.boolean() })),
  /** The accounts beside the administrator's, with their roles; all have the same password. */
  accounts: z.array(z.object({ email: z.string(), role: z.string() })),
})
export type DemoCity = z.infer<typeof DemoCity>

/**
 * The faults that can be caused: those of the virtual controllers that are over when they end. The virtual controllers
 * know them by these names.
 */
export const CAUSABLE_FAULTS = [
  'two-greens',
  'two-lamps',
  'short-yellow',
  'short-clearance',
  'dark-phase',
  'dark-junction',
  'all-red',
  'frozen',
  'silent',
  'dead-connection',
  'offline',
  'flapping',
  'countdown-jump',
  'off-plan',
  'clock-off',
  'ignore-settings',
] as const
export type CausableFault = (typeof CAUSABLE_FAULTS)[number]

/** How long a fault may last, seconds. */
const FAULT_SECONDS = { min: 10, max: 3600 } as const
const LENGTH = `give whole seconds, ${FAULT_SECONDS.min} to ${FAULT_SECONDS.max}`

/** Body that causes a fault. A fault that is caused already ends when this says. */
export const CauseFaultRequest = z.object({
  fault: z.enum(CAUSABLE_FAULTS),
  /** How long it lasts. */
  seconds: z
    .int({ error: LENGTH })
    .check(z.minimum(FAULT_SECONDS.min, { error: LENGTH }), z.maximum(FAULT_SECONDS.max, { error: LENGTH })),
})

/** A fault that is caused now. */
const CausedFault = z.object({
  fault: z.enum(CAUSABLE_FAULTS),
  /** When it ends by itself, epoch milliseconds of the platform. */
  until: z.number(),
})
export type CausedFault = z.infer<typeof CausedFault>

/** The faults that are caused on a controller now. */
export const CausedFaults = z.object({
  /** False for a device without a virtual controller, on which none can be caused. */
  virtual: z.boolean(),
  faults: z.array(CausedFault),
})
export type CausedFaults = z.infer<typeof CausedFaults>
