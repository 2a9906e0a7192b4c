import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPasswordRules } from './passwordRules.ts'

const ACCOUNT = 'thanh.nguyen@city.vn'

describe('a new password', () => {
  it.each([
    ['12345', 'Password must be 6 or more characters in length.'],
    ['x'.repeat(73), 'Password must be no more than 72 characters in length.'],
    ['my Thanh.Nguyen 1', "Password must not contain 'thanh.nguyen': choose one without this name in it."],
    ['GreenWave2026', "Password must not contain 'Greenwave': choose one without this name in it."],
    ['password', 'Password is among the most common ones'],
    ['QwertyUiop', 'Password is among the most common ones'],
    ['123456789', 'Password is among the most common ones'],
  ])('%s is refused, with the rule and the fix', async (password, sentence) => {
    expect(await createPasswordRules().violation(password, ACCOUNT)).toContain(sentence)
  })

  it('that breaks no rule is taken, by the length of the specification unless the installation wants more [spec 5 change password]', async () => {
    expect(await createPasswordRules().violation('đèn 6x', ACCOUNT)).toBeUndefined()
    const strict = createPasswordRules({ minLength: 12 })
    expect(await strict.violation('correct hor', ACCOUNT)).toBe('Password must be 12 or more characters in length.')
    expect(await strict.violation('correct hors', ACCOUNT)).toBeUndefined()
  })

  it('in place of a printed one has ten characters, or more where the installation wants more', async () => {
    expect(await createPasswordRules().violation('correct h', ACCOUNT, 'first')).toContain('10 or more')
    expect(await createPasswordRules().violation('correct ho', ACCOUNT, 'first')).toBeUndefined()
    expect(await createPasswordRules({ minLength: 12 }).violation('correct ho', ACCOUNT, 'first')).toContain(
      '12 or more',
    )
  })

  it('may contain a name of three letters, which is in many words', async () => {
    expect(await createPasswordRules({ productName: 'ABC' }).violation('fabcorner', 'ban@city.vn')).toBeUndefined()
    expect(await createPasswordRules().violation('turban9 lamp', 'ban@city.vn')).toBeUndefined()
  })

  it('never contains the account, however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 10 }), fc.string({ maxLength: 10 }), fc.boolean(), async (a, b, loud) => {
        const name = loud ? 'THANH.NGUYEN' : 'thanh.nguyen'
        expect(await createPasswordRules().violation(a + name + b, ACCOUNT)).toContain('must not contain')
      }),
    )
  })

  it('of the demonstration is taken where the installation is one, and nowhere else', async () => {
    expect(
      await createPasswordRules({ exempt: new Set(['greenwave']) }).violation('greenwave', ACCOUNT),
    ).toBeUndefined()
    expect(await createPasswordRules().violation('greenwave', ACCOUNT)).toContain('must not contain')
  })
})
