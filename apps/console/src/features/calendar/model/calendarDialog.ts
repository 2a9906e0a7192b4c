import * as z from 'zod/mini'
import { subjectParser } from '../../../data/subjectParser.ts'

/** A dialog of the page: a rule at a place of the list, or a new one; a kind by hand; the settings of a kind; the dates of a file. */
const CalendarDialog = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rule'), nth: z.nullable(z.number()) }),
  z.object({ kind: z.literal('hand') }),
  z.object({ kind: z.literal('end'), nth: z.number() }),
  z.object({ kind: z.literal('take') }),
  z.object({ kind: z.literal('import') }),
])
export type CalendarDialog = z.infer<typeof CalendarDialog>

/** Returns the dialog whose form was kept when the session ended; null when the kept value is not one. */
export const parseCalendarForm = subjectParser<CalendarDialog>(CalendarDialog)
