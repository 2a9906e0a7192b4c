import * as z from 'zod/mini'
import type { Incident } from '../../../data/fleet/incident.ts'
import { subjectParser } from '../../../data/subjectParser.ts'

const ofIncident = { alarmId: z.string(), junction: z.string() }

const NowDialog = z.union([
  z.object({
    kind: z.literal('assign'),
    ...ofIncident,
    assigneeId: z.nullable(z.string()),
    customerId: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('comment'), deviceId: z._default(z.nullable(z.string()), null), ...ofIncident }),
  z.object({ kind: z.literal('mute'), junctionId: z.string(), junction: z.string() }),
])
/** The dialog of the page to show, with its incident or junction. */
export type NowDialog = z.infer<typeof NowDialog>

/** Returns the dialog whose form was kept when the session ended; null when the kept value is not one of these. */
export const parseNowForm = subjectParser<NowDialog>(NowDialog)

/** Actions of a user on an incident. */
export interface NowActions {
  /** Acknowledges those of these that are not yet. */
  acknowledge(incidents: readonly Incident[]): void
  unmute(junction: { readonly id: string; readonly name: string }): void
  /** Opens a dialog. */
  ask(dialog: NowDialog): void
  /** The ids of alarms and junctions about which a call is under way. */
  readonly pending: ReadonlySet<string>
}
