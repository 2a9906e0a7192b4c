import { describe, expect, it } from 'vitest'
import { createPassword, hashPassword, isPassword } from './passwords.ts'

describe('passwords', () => {
  it('are kept as argon2id with 19 MiB, two passes and one lane', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('match their own hash and no other', async () => {
    const hash = await hashPassword('correct horse')
    expect(await isPassword(hash, 'correct horse')).toBe(true)
    expect(await isPassword(hash, 'wrong horse')).toBe(false)
  })

  it('match nothing where there is no hash', async () => {
    expect(await isPassword(null, 'anything')).toBe(false)
    expect(await isPassword(undefined, '')).toBe(false)
  })

  it('are generated long, without look-alikes, and never twice', () => {
    const passwords = Array.from({ length: 200 }, createPassword)
    for (const password of passwords) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{20}$/)
    expect(new Set(passwords).size).toBe(200)
  })
})
