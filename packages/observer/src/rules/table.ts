/** All rules, in the order of evaluation: the lamps themselves first, then the lamps against the settings. */
import type { IncidentCode } from '../incident.ts'
import type { LampRule, Limits, MomentRule, Rule } from '../rule.ts'
import { allRedRule } from './allRed.ts'
import { calendarRule } from './calendar.ts'
import { clockRule } from './clock.ts'
import { conflictRule } from './conflict.ts'
import { countdownJumpRule } from './countdownJump.ts'
import { darkRule } from './dark.ts'
import { frozenRule } from './frozen.ts'
import { holdRule } from './hold.ts'
import { lampsRule } from './lamps.ts'
import { notTakenRule } from './notTaken.ts'
import { offlineRule } from './offline.ts'
import { offPlanRule } from './offPlan.ts'
import { shortClearanceRule } from './shortClearance.ts'
import { shortYellowRule } from './shortYellow.ts'
import { silentRule } from './silent.ts'

/** The rules by the code of their incidents. */
type RulesByCode = { readonly [Code in IncidentCode]: Rule<Code> }

const BY_CODE: RulesByCode = {
  conflict: conflictRule,
  lamps: lampsRule,
  dark: darkRule,
  'all-red': allRedRule,
  frozen: frozenRule,
  'short-yellow': shortYellowRule,
  'short-clearance': shortClearanceRule,
  'countdown-jump': countdownJumpRule,
  'off-plan': offPlanRule,
  clock: clockRule,
  hold: holdRule,
  offline: offlineRule,
  silent: silentRule,
  'not-taken': notTakenRule,
  calendar: calendarRule,
}

/** Every rule, by its input. */
export type AnyRule = { readonly [Code in IncidentCode]: LampRule<Code> | MomentRule<Code> }[IncidentCode]

/** Every rule with its default limits. */
export const RULES: readonly AnyRule[] = Object.values(BY_CODE)

/** Every code, in the order of the rules. */
export const INCIDENT_CODES: readonly IncidentCode[] = RULES.map(({ code }) => code)

/** Returns the rule of a code. */
export function ruleOf<Code extends IncidentCode>(code: Code): Rule<Code> {
  return BY_CODE[code]
}

/**
 * Returns the rules with other limits, by code. Throws RangeError for a limit that a rule does not have, or that is no
 * length.
 */
export function rulesWith(limits: { readonly [Code in IncidentCode]?: Limits }): readonly AnyRule[] {
  return RULES.map((rule) => {
    const changed = limits[rule.code]
    if (!changed) return rule
    checkLimits(rule, changed)
    return rule.withLimits(changed) as AnyRule
  })
}

function checkLimits({ code, limits }: Pick<AnyRule, 'code' | 'limits'>, changed: Limits): void {
  for (const [name, value] of Object.entries(changed)) {
    if (!Object.hasOwn(limits, name)) {
      throw new RangeError(`${code} has no limit "${name}": give one of ${Object.keys(limits).join(', ')}`)
    }
    if (!(value >= 0 && value <= 86_400)) throw new RangeError(`${code} ${name} is ${value}: give a number 0 to 86400`)
  }
}
