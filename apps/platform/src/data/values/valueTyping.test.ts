import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLenientJson } from './lenientJson.ts'
import { numberOf, parseKeepingLiterals } from './numberLiteral.ts'
import { valueText } from './valueText.ts'
import { checkKey, PayloadRefused, parseTelemetryPayload, parseTypedObject, typeNumber } from './valueTyping.ts'

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof PayloadRefused) return `${error.reason}: ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('typing of values', () => {
  it('types whole numbers alone as beside a text', () => {
    const anyWhole = fc.oneof(fc.maxSafeInteger(), fc.constantFrom('-0', '1e3', '9007199254740993', '10.0'))
    const anyKey = fc.constantFrom('T_D1', 'T_V1', '__proto__', 'constructor', '7', 'Year')
    fc.assert(
      fc.property(fc.array(fc.tuple(anyKey, anyWhole), { maxLength: 5 }), (members) => {
        const text = members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()
        const { other, ...beside } = parseTypedObject(`{${text}${text && ','}"other":"b"}`)
        expect(other).toBe('b')
        expect(JSON.stringify(parseTypedObject(`{${text}}`))).toBe(JSON.stringify(beside))
      }),
    )
  })

  it.each([
    ['7', 7],
    ['-0', 0],
    ['1e3', 1000],
    ['1.5E+3', 1500],
    ['10.77', 10.77],
    ['1.5e-3', 0.0015],
    ['0.1234567890123456', 0.1234567890123456],
    ['9007199254740991', 9007199254740991],
  ])('keeps %s as the number %d', (literal, number) => {
    expect(typeNumber(literal)).toBe(number)
  })

  it.each([
    ['0.30000000000000004', '0.30000000000000004'],
    ['10.00000000000000000', '10.00000000000000000'],
    ['9223372036854775808', '9223372036854775808'],
    ['-9223372036854775809', '-9223372036854775809'],
    ['1e19', '10000000000000000000'],
    [`${'9'.repeat(400)}.5`, `${'9'.repeat(400)}.5`],
    ['1e-20', '0.00000000000000000001'],
    ['1e999999999', '1e999999999'],
  ])('keeps %s as text, since no number would give it back', (literal, text) => {
    expect(typeNumber(literal)).toBe(text)
  })

  it.each([
    ['10.0', '10.0'],
    ['-0.0', '0.0'],
    ['10.50', '10.5'],
    ['0.0000001', '1.0E-7'],
    ['123456789.125', '1.23456789125E8'],
    ['100000000000000000.5', '1.0E17'],
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9.007199254740993e15', '9007199254740993'],
  ])('keeps %s as a number that every path writes as %s', (literal, text) => {
    expect(JSON.stringify(typeNumber(literal))).toBe(text)
    expect(JSON.stringify(parseTypedObject(`{"a":${literal},"b":"x"}`))).toBe(`{"a":${text},"b":"x"}`)
  })

  it('keeps the numbers inside objects and arrays as they were written', () => {
    const text = '{"o":{"x":1.0,"big":9007199254740993,"e":1E400,"a":[-0,1.10,0.0000001,7]}}'
    expect(JSON.stringify(parseTypedObject(text))).toBe(text)
  })

  it('takes an object that only looks like a kept number for the object that it is', () => {
    const text = '{"o":{"rawJSON":"10.0"},"p":1.0}'
    expect(JSON.stringify(parseTypedObject(text))).toBe(text)
  })

  it('types the members of an object as they were written', () => {
    const text =
      '{"i":1e3,"d":10.77,"t":0.30000000000000004,"s":"0012","n":"-10.5","dot":"1.","e":"","b":true,"o":{"x":1},"a":[1,"2"]}'
    expect(parseTypedObject(text)).toEqual({
      i: 1000,
      d: 10.77,
      t: '0.30000000000000004',
      s: 12,
      n: -10.5,
      dot: '1.',
      e: '',
      b: true,
      o: { x: 1 },
      a: [1, '2'],
    })
  })

  it('leaves a number-like text of too many digits as it was sent', () => {
    expect(parseTypedObject('{"imei":"0012345678901234567890123"}')).toEqual({ imei: '0012345678901234567890123' })
  })

  it.each([
    ['', 'notJson: Invalid JSON'],
    ['{a:', 'notJson: Invalid JSON'],
    ['{a:hello}', 'notJson: Invalid JSON'],
    [`{a:'${'x'.repeat(16_384)}'}`, 'notJson: Invalid JSON'],
    ['[1]', 'anArray: Request is not a JSON object'],
    ['null', 'notAnObject: Request is not a JSON object'],
    ['5', 'notAnObject: Request is not a JSON object'],
    ['{"a":null}', "nullValue: Can't parse value: null"],
  ])('refuses %s', (text, expected) => {
    expect(refusal(() => parseTypedObject(text))).toBe(expected)
  })

  it('refuses a value nested so deeply that writing it out would overflow the stack', () => {
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    expect(refusal(() => parseTypedObject(deep))).toMatch(/^tooDeep/)
    const list = '['.repeat(20_000) + ']'.repeat(20_000)
    expect(refusal(() => parseTelemetryPayload(list, 1))).toMatch(/^tooDeep/)
    expect(refusal(() => parseTelemetryPayload(`{"ts":${list},"values":{}}`, 1))).toMatch(/^tooDeep/)
  })

  it.each([
    ['{a:1}', '{"a":1}'],
    ["{'a b':'it\\'s 1.0'}", '{"a b":"it\'s 1.0"}'],
    ['{a:1.0,b:-0.0,c:1E400,d:[9007199254740993],}', null],
    ['{a:NaN,b:-Infinity}', '{"a":"NaN","b":"-Infinity"}'],
    ['// 1.0\n{"a":/*2.0*/3}', '{"a":3}'],
    ['\uFEFF{"a":1}', '{"a":1}'],
    ['{a:0x10,b:+1,c:.5}', '{"a":16,"b":1,"c":0.5}'],
  ])('takes the lenient JSON %s', (text, written) => {
    const unfolded = `{"a":1.0,"b":0.0,"c":"${`1${'0'.repeat(400)}`}","d":[9007199254740993]}`
    expect(JSON.stringify(parseTypedObject(text))).toBe(written ?? unfolded)
  })

  it('refuses lenient JSON where it was asked to', () => {
    expect(refusal(() => parseTelemetryPayload('{a:1}', 1, 'strict'))).toBe('notJson: Invalid JSON')
    expect(parseTelemetryPayload('{a:1}', 1)).toEqual([{ ts: 1, values: { a: 1 } }])
  })

  it('refuses lenient JSON that nests too deeply, as it does any other', () => {
    expect(refusal(() => parseTypedObject(`{a:${'['.repeat(8_000)}${']'.repeat(8_000)}}`))).toMatch(/^tooDeep/)
  })

  it('reads any JSON with JSON5 as without it, numbers by their digits', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(parseLenientJson(text))).toBe(JSON.stringify(parseKeepingLiterals(text)))
      }),
    )
  })

  it('never loses a digit of an integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), (integer) => {
        expect(valueText(typeNumber(integer.toString()))).toBe(integer.toString())
      }),
    )
  })

  it('gives every double back that was written with at most 16 decimals', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), (double) => {
        const literal = double.toFixed(6)
        expect(numberOf(parseTypedObject(`{"v":${literal}}`).v)).toBe(Number(literal) + 0)
      }),
    )
  })

  it('answers any text with values or a named refusal', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(refusal(() => parseTypedObject(text))).toMatch(/^accepted$|^\w+: /)
        expect(refusal(() => parseTelemetryPayload(text, 1))).toMatch(/^accepted$|^\w+: /)
      }),
    )
  })
})

describe('telemetry payloads', () => {
  it('stamps bare members with the time of reception', () => {
    expect(parseTelemetryPayload('{"T_D1":27,"T_V1":0}', 1000)).toEqual([{ ts: 1000, values: { T_D1: 27, T_V1: 0 } }])
  })

  it('takes the time of the timestamped form', () => {
    expect(parseTelemetryPayload('{"ts":5,"values":{"a":"7"}}', 1000)).toEqual([{ ts: 5, values: { a: 7 } }])
  })

  it('takes a time that is written as a double', () => {
    expect(parseTelemetryPayload('{"ts":1767312001000.0,"values":{"a":7}}', 1000)[0]?.ts).toBe(1_767_312_001_000)
  })

  it('refuses a time that no date can show, by its limit', () => {
    const at = (ts: string) => () => parseTelemetryPayload(`{"ts":${ts},"values":{"a":1}}`, 5, 'strict')
    for (const ts of ['8640000000000001', '-8640000000000001', '9007199254740991'])
      expect(at(ts)).toThrow(
        `Telemetry ts is beyond 8640000000000000 ms, the furthest from 1970 that a date can show: ${ts}`,
      )
    expect(at('8640000000000000')).not.toThrow()
  })

  it('reads an array of either form, each element a sample of its own', () => {
    expect(parseTelemetryPayload('[{"a":1},{"ts":"5","values":{"a":2}}]', 1000)).toEqual([
      { ts: 1000, values: { a: 1 } },
      { ts: 5, values: { a: 2 } },
    ])
  })

  it('takes a lone ts for a value like any other', () => {
    expect(parseTelemetryPayload('{"ts":5,"a":1}', 1000)).toEqual([{ ts: 1000, values: { ts: 5, a: 1 } }])
  })

  it('skips null values', () => {
    expect(parseTelemetryPayload('{"a":null,"b":1}', 1000)).toEqual([{ ts: 1000, values: { b: 1 } }])
  })

  it.each(['7', '"x"', '[1]', '[[]]', '{"ts":1,"values":[]}', '{"ts":"soon","values":{}}', '{"ts":null,"values":{}}'])(
    'refuses %s',
    (text) => {
      expect(refusal(() => parseTelemetryPayload(text, 1000))).not.toBe('accepted')
    },
  )
})

describe('keys', () => {
  it.each([
    ['', 'badKey: Key cannot be blank'],
    ['  ', 'badKey: Key cannot be blank'],
    ['k'.repeat(256), 'badKey: Validation error: key length must be equal or less than 255'],
    ['<b>x', 'badKey: Validation error: key is malformed'],
    ['{{x}}', 'badKey: Validation error: key is malformed'],
    ['__proto__', 'badKey: Validation error: key is malformed'],
    ['Pr1_X1', 'accepted'],
    ['k'.repeat(255), 'accepted'],
    ['a < b', 'accepted'],
  ])('judges %j', (key, expected) => {
    expect(refusal(() => checkKey(key))).toBe(expected)
  })
})
