import { describe, expect, it } from 'vitest'
import { createToken } from './CredentialField.tsx'

describe('createToken', () => {
  it('makes 16 lowercase letters and digits, and another one each time [spec 5 device] [spec 9 limits]', () => {
    const tokens = new Set(Array.from({ length: 200 }, () => createToken()))
    expect(tokens.size).toBe(200)
    for (const token of tokens) expect(token).toMatch(/^[a-z0-9]{16}$/)
  })

  it('gives each character the same chance: bytes beyond the last whole alphabet are drawn again', () => {
    const draws = [new Uint8Array(16).fill(255), new Uint8Array(16).fill(252), new Uint8Array(16).fill(35)]
    expect(createToken((bytes) => draws.shift() ?? bytes)).toBe('9999999999999999')
    expect(draws).toEqual([])
  })
})
