import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type NamedPlace, type StreetNet, streetNet } from './streetNet.ts'

const place = (id: string, label: string, latitude: number | null, longitude: number | null): NamedPlace => ({
  id,
  label,
  latitude,
  longitude,
})
const pairsOf = ({ edges }: StreetNet) => edges.map(({ from, to }) => [from.id, to.id].sort().join('-')).sort()

describe('the net of streets', () => {
  it('joins the junctions of a street in order of place, whichever was made first', () => {
    const net = streetNet([
      place('far', 'Lê Lợi – Pasteur', 10.774, 106.708),
      place('near', 'Nguyễn Huệ – Lê Lợi', 10.774, 106.702),
      place('middle', 'Lê Lợi – Nam Kỳ Khởi Nghĩa', 10.774, 106.705),
      place('aside', 'Nguyễn Huệ – Hàm Nghi', 10.77, 106.703),
      place('alone', 'Trần Não – Lương Định Của', 10.79, 106.74),
    ])
    expect(pairsOf(net)).toEqual(['aside-near', 'far-middle', 'middle-near'])
    expect(net.nodes.map(({ id }) => id)).toEqual(['alone', 'aside', 'far', 'middle', 'near'])
    expect(net.edges.find(({ from, to }) => [from.id, to.id].includes('aside'))?.street).toBe('Nguyễn Huệ')
  })

  it('follows a bend: a ring is joined along itself, not across', () => {
    const ring = Array.from({ length: 12 }, (_, at) => {
      const angle = (at / 12) * 2 * Math.PI
      return place(
        `r${String(at).padStart(2, '0')}`,
        `Vành Đai – Cửa ${at}`,
        10.8 + 0.02 * Math.sin(angle),
        106.7 + 0.02 * Math.cos(angle),
      )
    })
    const numbers = streetNet(ring).edges.map(({ from, to }) =>
      Math.abs(Number(from.id.slice(1)) - Number(to.id.slice(1))),
    )
    expect(numbers).toHaveLength(11)
    expect(numbers.every((step) => step === 1 || step === 11)).toBe(true)
  })

  it('takes no notice of case, of spaces, of how accents are encoded, nor of the kind of junction before the streets', () => {
    const net = streetNet([
      place('a', 'Ngã tư  Lê Lợi – Pasteur', 10.774, 106.702),
      place('b', 'LÊ LỢI - Nguyễn Huệ'.normalize('NFD'), 10.774, 106.705),
    ])
    expect(pairsOf(net)).toEqual(['a-b'])
    expect(pairsOf(streetNet([place('a', 'Ngã tư 1', 10, 106), place('b', 'Ngã tư 2', 10, 106.001)]))).toEqual([])
  })

  it('does not join streets of one name in two cities', () => {
    const net = streetNet([
      place('sg1', 'Nguyễn Trãi – A', 10.75, 106.66),
      place('sg2', 'Nguyễn Trãi – B', 10.752, 106.665),
      place('hn1', 'Nguyễn Trãi – C', 20.99, 105.8),
      place('hn2', 'Nguyễn Trãi – D', 20.995, 105.81),
    ])
    expect(pairsOf(net)).toEqual(['hn1-hn2', 'sg1-sg2'])
  })
})

const STREETS = ['Lê Lợi', 'Pasteur', 'Nguyễn Huệ', 'Hàm Nghi', 'Đồng Khởi']
const junctions = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z]{1,6}$/),
    label: fc
      .array(fc.oneof(fc.constantFrom(...STREETS), fc.string({ maxLength: 8 })), { maxLength: 6 })
      .map((streets) => streets.join(' – ')),
    latitude: fc.option(fc.double({ min: -90, max: 90, noNaN: true })),
    longitude: fc.option(fc.double({ min: -180, max: 180, noNaN: true })),
  }),
  { selector: ({ id }) => id, maxLength: 60 },
)

test('no pair is joined twice or with itself, what has no place is left out, and the order does not matter', () => {
  fc.assert(
    fc.property(junctions, (places) => {
      const net = streetNet(places)
      const pairs = pairsOf(net)
      expect(new Set(pairs).size).toBe(pairs.length)
      const placed = places.filter(({ latitude, longitude }) => latitude !== null && longitude !== null)
      expect(new Set(net.nodes.map(({ id }) => id))).toEqual(new Set(placed.map(({ id }) => id)))
      const nodes = new Set(net.nodes)
      for (const { from, to } of net.edges) {
        expect(from).not.toBe(to)
        expect(nodes.has(from) && nodes.has(to)).toBe(true)
      }
      expect(streetNet(places.toReversed())).toEqual(net)
    }),
  )
})

test('a net of 10,000 junctions has fewer edges than its names have streets, also where all have one name', () => {
  const many = (label: (at: number) => string) =>
    Array.from({ length: 10_000 }, (_, at) =>
      place(`j${at}`, label(at), 10.6 + (at % 100) * 0.003, 106.5 + Math.floor(at / 100) * 0.003),
    )
  expect(streetNet(many((at) => `Ngang ${at % 100} – Dọc ${Math.floor(at / 100)}`)).edges).toHaveLength(19_800)
  expect(streetNet(many(() => 'Một tên')).edges.length).toBeLessThan(10_000)
})
