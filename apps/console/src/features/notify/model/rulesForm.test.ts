import { MOST_SUBSCRIPTIONS, type NotifyRules, parseNotifyRules, WEEKDAYS } from '@greenwave/contract/records/notify'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testUser } from '../../../test/records.ts'
import { listOf, ON, RulesSchema, rulesFrom, startRules, valuesOf, withItem } from './rulesForm.ts'

const standard = startRules('Asia/Ho_Chi_Minh', 'vi')
const values = valuesOf(undefined, standard)
const complaints = (changed: Partial<typeof values>) =>
  (RulesSchema.safeParse({ ...values, ...changed }).error?.issues ?? []).map(({ path, message }) => [path[0], message])

describe('the form of rules', () => {
  it('of a user without rules begins with nothing that is sent', () => {
    expect(values).toMatchObject({
      least: '4',
      always: ON,
      timeZone: 'Asia/Ho_Chi_Minh',
      email: '',
      browser: '',
      push: '',
    })
  })

  it.each([
    [{ days: '' }, [['days', 'daysRequired']]],
    [{ always: '', from: '' }, [['from', 'timeRequired']]],
    [{ always: '', to: '25:00' }, [['to', 'timeRequired']]],
    [{ always: '', from: '07:00', to: '07:00' }, [['to', 'timesEqual']]],
    [{ someCustomers: ON }, [['customers', 'customersRequired']]],
    [{ always: ON, from: '', to: '' }, []],
    [{ always: '', from: '22:00', to: '06:00' }, []],
  ])('answers to %j: %j', (changed, expected) => {
    expect(complaints(changed)).toEqual(expected)
  })

  it('says of any rules what they say, and leaves what it does not show', () => {
    const day = fc.constantFrom(...WEEKDAYS)
    const time = fc.constantFrom('00:00', '06:30', '22:00')
    const uuid = fc.uuid()
    const rules = fc.record({
      least: fc.constantFrom(3, 4, 5),
      customers: fc.array(uuid, { maxLength: 3 }),
      days: fc.uniqueArray(day, { minLength: 1 }),
      ...{ from: time, to: time, gather: fc.constantFrom(0, 15, 60), cleared: fc.boolean(), email: fc.boolean() },
      subscriptions: fc.array(
        fc.constant({ endpoint: 'https://push.example/1', p256dh: 'BA', auth: 'c2', label: 'x', at: 5 }),
        { maxLength: MOST_SUBSCRIPTIONS },
      ),
    })
    fc.assert(
      fc.property(rules, (notify) => {
        const read = parseNotifyRules({ gw: { notify } }, standard.timeZone) as NotifyRules
        const user = testUser(1, { additionalInfo: { gw: { notify } } })
        const after = rulesFrom(valuesOf(user, standard), read)
        // Any two equal times are any time of day.
        const times = read.from === read.to ? { from: '00:00', to: '00:00' } : {}
        expect(after).toEqual({ ...read, ...times })
      }),
    )
  })

  it('shows the zone of the city for rules that name none, as messages use it', () => {
    for (const notify of [{}, { timeZone: 'Mars/Olympus' }]) {
      expect(valuesOf(testUser(1, { additionalInfo: { gw: { notify } } }), standard).timeZone).toBe('Asia/Ho_Chi_Minh')
    }
  })

  it('keeps lists in the order of what is offered', () => {
    expect(withItem('3', '1', true, ['1', '2', '3'])).toBe('1,3')
    expect(withItem('1,3', '1', false, ['1', '2', '3'])).toBe('3')
    expect(listOf(withItem('x', 'a', true, ['a']))).toEqual(['a', 'x'])
    expect(listOf('')).toEqual([])
  })
})
