import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './withoutSecrets.ts'

describe('what a record says of secrets', () => {
  it('is that there were some, however deep they lie', () => {
    const said = { entity: { list: [{ password: 'p', name: 'n' }] }, credentialsValue: null, token: 't' }
    expect(withoutSecrets(said)).toEqual({
      entity: { list: [{ password: '******', name: 'n' }] },
      credentialsValue: '******',
      token: '******',
    })
  })

  it('is nothing of what people call so themselves', () => {
    const said = { attributes: { token: 'a' }, params: { secret: 1 }, entity: { additionalInfo: { password: 'hint' } } }
    expect(withoutSecrets(said)).toEqual(said)
  })

  it('leaves everything else as it is', () => {
    const harmless = fc.dictionary(fc.stringMatching(/^x\w*$/), fc.jsonValue({ depthSize: 'small' }))
    fc.assert(
      fc.property(harmless, (data) => {
        expect(withoutSecrets({ attributes: data })).toEqual({ attributes: data })
      }),
    )
    expect(withoutSecrets({ none: undefined, nothing: null, list: [1, 'a'] })).toEqual({
      none: undefined,
      nothing: null,
      list: [1, 'a'],
    })
  })
})
