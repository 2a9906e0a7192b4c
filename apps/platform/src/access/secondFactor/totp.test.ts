import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { findTotpStep, newTotpSecret, secretOfUrl, totpUrl } from './totp.ts'

/** The secret of RFC 6238's table of test vectors. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32
const codeAt = (secret: string, ms: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ms })
const times = fc.integer({ min: 1_700_000_000_000, max: 4_000_000_000_000 })

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('is that of RFC 6238 at %i s', (seconds, code, step) => {
    expect(findTotpStep(RFC_SECRET, code, seconds * 1000, 0)).toBe(step)
  })

  it('counts in its own half minute and in the ones beside it, and in no other', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -4, max: 4 }), (ms, away) => {
        const found = findTotpStep(RFC_SECRET, codeAt(RFC_SECRET, ms), ms + away * 30_000, 0)
        // By chance, a six-digit code may also be that of another step: once in about 300,000 times.
        const isOfAnother = [-1, 0, 1].some(
          (delta) => codeAt(RFC_SECRET, ms + (away + delta) * 30_000) === codeAt(RFC_SECRET, ms),
        )
        expect(found !== undefined).toBe(isOfAnother)
        if (Math.abs(away) <= 1) expect(found).toBeDefined()
      }),
    )
  })

  it('serves once: after it, neither it nor an older one', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 2 }), (ms, older) => {
        const step = Math.floor(ms / 30_000)
        expect(findTotpStep(RFC_SECRET, codeAt(RFC_SECRET, ms - older * 30_000), ms, step + 1)).toBeUndefined()
      }),
    )
  })

  it('serves again after the clock was set back by a day, since nobody could come in otherwise', () => {
    const ms = 1_800_000_000_000
    const tomorrow = Math.floor(ms / 30_000) + 2880
    expect(findTotpStep(RFC_SECRET, codeAt(RFC_SECRET, ms), ms, tomorrow)).toBe(Math.floor(ms / 30_000))
  })

  it('may be typed with spaces, and is nothing but six digits', () => {
    expect(findTotpStep(RFC_SECRET, ' 287 082 ', 59_000, 0)).toBe(1)
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\d{6}$/.test(text.replaceAll(/\s/g, '')))
        expect(findTotpStep(RFC_SECRET, text, 59_000, 0)).toBeUndefined()
      }),
    )
  })
})

describe('the address for a QR code', () => {
  it('names issuer and account, and holds a new secret of 160 bits', () => {
    const secret = newTotpSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(secret)
    const url = new URL(totpUrl(secret, 'Đèn Quận 1', 'a@city.vn'))
    expect(url.protocol + url.host).toBe('otpauth:totp')
    expect(decodeURIComponent(url.pathname)).toBe('/Đèn Quận 1:a@city.vn')
    expect(url.searchParams.get('secret')).toBe(secret)
    expect(secretOfUrl(url.href)).toBe(secret)
  })

  it('of another kind holds none', () => {
    const others = ['', 'x', 'otpauth://totp/a', 'otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ&counter=1']
    expect(others.map(secretOfUrl)).toEqual([undefined, undefined, undefined, undefined])
  })
})
