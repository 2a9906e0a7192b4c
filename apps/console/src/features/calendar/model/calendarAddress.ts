import * as z from 'zod/mini'

const optional = <S extends z.core.$ZodType>(schema: S) => z.catch(z.optional(schema), undefined)

/** Address of the calendar: the year, and the day that is open. */
export const CalendarAddress = z.object({
  year: optional(z.int().check(z.minimum(2000), z.maximum(2100))),
  day: optional(z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/))),
})
export type CalendarAddress = z.infer<typeof CalendarAddress>
