/** The form of a user's rules: its values, all of them texts, and what is wrong with them. */
import { GATHER_MINUTES, MOST_CUSTOMERS, type NotifyRules, parseNotifyRules } from '@greenwave/contract/records/notify'
import { isTimeZone } from '@greenwave/contract/time'
import type { User } from '@greenwave/contract/wire/users'
import type { UseFormReturnType } from '@mantine/form'
import * as z from 'zod/mini'

/** A switch in a form of texts. */
export const ON = 'on'

/** The values of the form. */
export type RulesValues = {
  least: string
  /** `ON` for chosen customers. */
  someCustomers: string
  /** Ids with commas. */
  customers: string
  cleared: string
  monthly: string
  /** Days of the week with commas, 1 for Monday. */
  days: string
  always: string
  from: string
  to: string
  timeZone: string
  gather: string
  language: string
  browser: string
  email: string
  push: string
}

/** Props of the fields of the form. */
export interface RulesFieldsProps {
  readonly form: UseFormReturnType<RulesValues>
}

/** Initial rules of a user who has none: all incidents, with no channel on yet. */
export function startRules(timeZone: string, language: NotifyRules['language']): NotifyRules {
  const standard = parseNotifyRules({ gw: { notify: { timeZone, language } } })
  if (!standard) throw new Error('The standard rules cannot be read')
  return standard
}

/** The working day that is offered in place of any time of day. */
const DAY = { from: '07:00', to: '18:00' }

/** Returns the values for a user; those of `standard` for a user without rules, and its zone for rules without one. */
export function valuesOf(user: User | undefined, standard: NotifyRules): RulesValues {
  const rules = parseNotifyRules(user?.additionalInfo, standard.timeZone) ?? standard
  const always = rules.from === rules.to
  return {
    least: String(rules.least),
    someCustomers: switchOf(rules.customers.length > 0),
    customers: rules.customers.join(),
    cleared: switchOf(rules.cleared),
    monthly: switchOf(rules.monthly),
    days: rules.days.join(),
    always: switchOf(always),
    from: always ? DAY.from : rules.from,
    to: always ? DAY.to : rules.to,
    timeZone: rules.timeZone,
    gather: String(rules.gather),
    language: rules.language,
    browser: switchOf(rules.browser),
    email: switchOf(rules.email),
    push: switchOf(rules.push),
  }
}

/** Returns the rules that the values say; what the form does not show stays as it was. */
export function rulesFrom(values: RulesValues, before: NotifyRules): NotifyRules {
  const isAlways = values.always === ON
  const rules = parseNotifyRules({
    gw: {
      notify: {
        ...before,
        least: Number(values.least),
        customers: values.someCustomers === ON ? listOf(values.customers) : [],
        cleared: values.cleared === ON,
        monthly: values.monthly === ON,
        days: listOf(values.days).map(Number),
        from: isAlways ? '00:00' : values.from,
        to: isAlways ? '00:00' : values.to,
        timeZone: values.timeZone,
        gather: Number(values.gather),
        language: values.language,
        browser: values.browser === ON,
        email: values.email === ON,
        push: values.push === ON,
      },
    },
  })
  return rules ?? before
}

/** Returns the items of a text with commas. */
export function listOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(',')
}

/** Returns a text with commas with one item more or less, in the order of `all`. */
export function withItem(text: string, item: string, isChosen: boolean, all: readonly string[]): string {
  const chosen = new Set(listOf(text))
  if (isChosen) chosen.add(item)
  else chosen.delete(item)
  const known = all.filter((one) => chosen.has(one))
  return [...known, ...[...chosen].filter((one) => !all.includes(one))].join()
}

export function switchOf(isOn: boolean): string {
  return isOn ? ON : ''
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The schema of the form. Its complaints are text keys of the namespace `notify`. */
export const RulesSchema = z
  .object({
    least: z.enum(['5', '4', '3']),
    someCustomers: z.string(),
    customers: z.string(),
    days: z.string().check(z.minLength(1, { error: 'daysRequired' })),
    always: z.string(),
    from: z.string(),
    to: z.string(),
    timeZone: z.string().check(z.refine(isTimeZone)),
    gather: z.enum(GATHER_MINUTES.map(String)),
  })
  .check(
    z.refine(({ always, from }) => always === ON || isTime(from), {
      path: ['from'],
      error: 'timeRequired',
      when: () => true,
    }),
    z.refine(({ always, to }) => always === ON || isTime(to), {
      path: ['to'],
      error: 'timeRequired',
      when: () => true,
    }),
    z.refine(({ always, from, to }) => always === ON || from !== to || !isTime(to), {
      ...{ path: ['to'], error: 'timesEqual', when: () => true },
    }),
    z.refine(
      ({ someCustomers, customers }) => someCustomers !== ON || within(listOf(customers).length, 1, MOST_CUSTOMERS),
      { path: ['customers'], error: 'customersRequired', when: () => true },
    ),
  )

function within(count: number, least: number, most: number): boolean {
  return count >= least && count <= most
}

/** The text keys of the form's complaints. */
export type RulesComplaint = 'daysRequired' | 'timeRequired' | 'timesEqual' | 'customersRequired'
