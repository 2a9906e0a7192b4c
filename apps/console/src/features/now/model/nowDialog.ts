import * as z from 'zod/mini'
import { subjectParser } from '../../../data/keptForm.ts'

const ofIncident = { alarmId: z.string(), junction: z.string() }

const NowDialog = z.union([
  z.object({
    kind: z.literal('assign'),
    ...ofIncident,
    assigneeId: z.nullable(z.string()),
    customerId: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('comment'), ...ofIncident }),
  z.object({ kind: z.literal('mute'), junctionId: z.string(), junction: z.string() }),
])
/** The dialog of the page to show, with its incident or junction. */
export type NowDialog = z.infer<typeof NowDialog>

/** Returns the dialog whose form was kept when the session ended; null when the kept value is not one of these. */
export const parseNowForm = subjectParser<NowDialog>(NowDialog)
