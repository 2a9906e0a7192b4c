import { type Calendar, type CalendarRule, parseCalendar } from '@greenwave/contract/records/calendars'

/** Forms of rules that are edited here; rules by hand have a dialog of their own. */
export const RULE_FORMS = ['date', 'span', 'weekdays', 'solar', 'lunar'] as const
type RuleForm = (typeof RULE_FORMS)[number]

/** Fields of a rule, as texts. */
export interface RuleValues extends Record<string, string> {
  name: string
  kind: string
  on: string
  date: string
  from: string
  until: string
  /** Weekdays, such as `67`. */
  days: string
  every: string
  since: string
  month: string
  day: string
  before: string
  after: string
}

const EMPTY = { name: '', date: '', from: '', until: '', days: '', every: '1', since: '' }
const YEARLY = { month: '1', day: '1', before: '0', after: '0' }

/** Returns the fields of a rule; of a new one without. */
export function ruleValues(calendar: Calendar, rule: CalendarRule | undefined): RuleValues {
  const base = { ...EMPTY, ...YEARLY, on: 'date', kind: calendar.kinds[0]?.id ?? '' }
  if (!rule || rule.on === 'hand') return base
  const texts = Object.fromEntries(
    Object.entries(rule)
      .filter(([key, value]) => key in base && value !== undefined)
      .map(([key, value]) => [key, Array.isArray(value) ? value.join('') : String(value)]),
  )
  return { ...base, ...texts }
}

const FIELDS: Readonly<Record<RuleForm, readonly (keyof RuleValues)[]>> = {
  date: ['date'],
  span: ['from', 'until'],
  weekdays: ['days', 'every', 'since'],
  solar: ['month', 'day', 'before', 'after'],
  lunar: ['month', 'day', 'before', 'after'],
}

/** Returns the rule of the fields, or the names of those that are not valid. */
export function ruleOf(
  calendar: Calendar,
  values: RuleValues,
  junctions: readonly string[] | undefined,
): { readonly rule: CalendarRule } | { readonly wrong: readonly string[] } {
  const form = RULE_FORMS.find((one) => one === values.on) ?? 'date'
  const given = Object.fromEntries(FIELDS[form].map((field) => [field, typedValue(field, values[field] ?? '')]))
  const name = values.name.trim()
  const wanted = { ...given, on: form, kind: values.kind, ...(name && { name }), ...(junctions && { junctions }) }
  const { record, problems } = parseCalendar({ ...calendar, rules: [wanted] })
  const [rule] = record?.rules ?? []
  return rule ? { rule } : { wrong: (problems ?? []).map(({ path }) => String(path[2] ?? 'name')) }
}

function typedValue(field: keyof RuleValues, text: string): unknown {
  if (field === 'days') return text.split('').map(Number)
  if (field === 'since') return text || undefined
  return ['date', 'from', 'until'].includes(String(field)) ? text : text.trim() === '' ? undefined : Number(text)
}
