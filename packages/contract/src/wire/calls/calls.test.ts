import { describe, expect, it } from 'vitest'
import { API_ROOT, type Call, calls } from './calls.ts'

const rows = Object.entries<Call>(calls)

describe('the table of calls', () => {
  it('has each method of a path once, other paths of the same call included', () => {
    const taken = rows.flatMap(([, { method, path, aliases = [] }]) =>
      [path, ...aliases].map((each) => `${method} ${each.replaceAll(/:\w+/g, ':')}`),
    )
    expect(taken.filter((call, nth) => taken.indexOf(call) !== nth)).toEqual([])
    for (const call of taken) expect(call).toMatch(new RegExp(`^(?:GET|POST|PUT|DELETE) ${API_ROOT}`))
  })

  it('names the parameters that its paths have', () => {
    for (const [name, { path, aliases = [], params }] of rows) {
      const shape = params && 'shape' in params ? Object.keys(params.shape as object) : []
      for (const each of [path, ...aliases]) {
        expect([name, ...(each.match(/(?<=:)\w+/g) ?? []).sort()]).toEqual([name, ...shape.sort()])
      }
    }
  })

  it('states only facts that a call can have', () => {
    const odd = rows.filter(
      ([, { method, body, bodyAs, oddBody, versioned, credentials, writes }]) =>
        (body === undefined && [bodyAs, oddBody, versioned, credentials].some((fact) => fact !== undefined)) ||
        (method === 'GET' && writes !== undefined),
    )
    expect(odd).toEqual([])
  })
})
