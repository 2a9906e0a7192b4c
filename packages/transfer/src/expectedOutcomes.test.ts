import { playedCalls } from '@greenwave/client/testing/playedCalls'
import type { Customer } from '@greenwave/contract/wire/customers'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { expect, it } from 'vitest'
import { parseList } from './entityList.ts'
import { EXPECTED, expectedOutcomes } from './expectedOutcomes.ts'

type Calls = Parameters<typeof expectedOutcomes>[3]

const page = (data: readonly unknown[]) => ({ data, totalPages: 1, totalElements: data.length, hasNext: false })
const ref = (id: string) => ({ id })
const place = (latitude: string, longitude: string) => ({
  latitude: { value: latitude },
  longitude: { value: longitude },
})

/** A platform with these answers. */
const platform = (answers: Readonly<Record<string, readonly unknown[]>>, asked: string[] = []): Calls =>
  playedCalls((name) => {
    asked.push(name)
    return page(answers[name] ?? [])
  })

const DEVICES = ['A', 'B', 'C', 'D'].map((name) => ({
  id: ref(name),
  name,
  label: `Street ${name}`,
  customerTitle: null,
}))
const PLACES = [
  { entityId: ref('A'), latest: { SERVER_ATTRIBUTE: place('10.50', '106.7') } },
  { entityId: ref('B'), latest: { SERVER_ATTRIBUTE: place('10.5', '106.8') } },
  { entityId: ref('C'), latest: {} },
]
const CUSTOMER: Customer = {
  id: entityRef('CUSTOMER', NULL_UUID),
  tenantId: entityRef('TENANT', NULL_UUID),
  createdTime: 0,
  title: 'District 1',
  name: 'District 1',
}

async function countsOf(kind: 'devices' | 'customers' | 'users', csv: string, call: Calls) {
  const { entries, problems } = parseList(kind, csv)
  expect(problems).toEqual([])
  const counts = await expectedOutcomes(kind, entries, new Map([[CUSTOMER.title, CUSTOMER]]), call)
  return EXPECTED.flatMap((state) => (counts[state] > 0 ? [`${counts[state]} ${state}`] : []))
}

it('counts devices that are new, get their place, are the same, may have another login, and differ', async () => {
  const call = platform({ tenantDevices: DEVICES, findEntities: PLACES })
  const csv = `name,label,userName,latitude,longitude
A,Street A,,10.5,106.70
B,,,10.5,106.7
C,Street C,,10.5,106.7
D,,someone,,
E,Street E,,10.5,106.7
F,,,,
`
  expect(await countsOf('devices', csv, call)).toEqual(['2 created', '1 placed', '1 same', '1 login', '1 differs'])
})

it('reads no places where the file has none', async () => {
  const asked: string[] = []
  const call = platform({ tenantDevices: DEVICES }, asked)
  expect(await countsOf('devices', 'name,label\nA,Street A\nB,Street X\n', call)).toEqual(['1 same', '1 differs'])
  expect(asked).toEqual(['tenantDevices'])
})

it('counts users by their addresses without case, and those of another customer apart', async () => {
  const users = [
    { email: 'mai@signal.example', firstName: 'Mai', lastName: null, phone: null },
    { email: 'an@signal.example', firstName: 'An', lastName: null, phone: null },
  ]
  const call = platform({ customerUsers: users })
  const csv = `email,customer,firstName
Mai@signal.example,District 1,Mai
an@signal.example,District 1,Ân
new@signal.example,District 1,New
`
  expect(await countsOf('users', csv, call)).toEqual(['1 created', '1 same', '1 differs'])
  expect(await countsOf('users', 'email,customer\nan@signal.example,District 3\n', call)).toEqual(['1 bound'])
})

it('counts customers by what the lines say of them', async () => {
  const call = platform({ customers: [{ title: 'District 1', city: 'Huế' }] })
  expect(await countsOf('customers', 'title,city\nDistrict 1,\nDistrict 3,Huế\n', call)).toEqual([
    '1 created',
    '1 same',
  ])
})
