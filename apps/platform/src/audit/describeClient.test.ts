import { describe, expect, it } from 'vitest'
import { describeClient } from './describeClient.ts'

describe('descriptions of clients', () => {
  it('name browser and system as far as the user agent tells', () => {
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    expect(describeClient({ address: '203.0.113.9', userAgent })).toEqual({
      clientAddress: '203.0.113.9',
      browser: 'Chrome 140.0.0.0',
      os: 'Linux',
      device: 'Other',
    })
  })

  it('say unknown without a user agent', () => {
    expect(describeClient({ address: '::1', userAgent: undefined })).toMatchObject({
      browser: 'Unknown',
      os: 'Unknown',
    })
  })
})
