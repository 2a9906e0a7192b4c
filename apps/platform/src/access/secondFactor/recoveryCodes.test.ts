import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes, RECOVERY_CODES, useRecoveryCode } from './recoveryCodes.ts'

const USER = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'

describe('recovery codes', () => {
  it('are ten different ones, in groups of four', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(RECOVERY_CODES)
    for (const code of codes) expect(code).toMatch(/^(?:[a-hj-km-np-z02-9]{4}-){3}[a-hj-km-np-z02-9]{4}$/)
  })

  it('serve once each, in any order and however they are typed', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...Array(RECOVERY_CODES).keys()]), (order) => {
        const codes = newRecoveryCodes()
        let hashes: readonly string[] = codes.map((code) => hashRecoveryCode(USER, code))
        for (const nth of order) {
          const typed = ` ${codes[nth]?.toUpperCase().replaceAll('-', ' ')} `
          const rest = useRecoveryCode(hashes, USER, typed)
          expect(rest).toHaveLength(hashes.length - 1)
          hashes = rest ?? []
          expect(useRecoveryCode(hashes, USER, typed)).toBeUndefined()
        }
      }),
      { numRuns: 20 },
    )
  })

  it("are stored as hashes that are of no use for another user's account", () => {
    const [code = ''] = newRecoveryCodes()
    const stored = [hashRecoveryCode(USER, code)]
    expect(stored[0]).not.toContain(code.slice(0, 4))
    expect(useRecoveryCode(stored, 'someone else', code)).toBeUndefined()
    expect(useRecoveryCode(stored, USER, 'no such code')).toBeUndefined()
  })
})
