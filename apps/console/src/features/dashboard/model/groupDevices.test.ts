import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { expect, test } from 'vitest'
import { testDevice } from '../../../test/records.ts'
import { groupDevices } from './groupDevices.ts'

const device = (name: string, customerTitle: string | null) => testDevice(1, { name, customerTitle })

function grouped(devices: DeviceInfo[]): [string | null, string[]][] {
  return groupDevices(devices).map((group) => [group.title, group.devices.map(({ name }) => name)])
}

test('groups are alphabetical and the devices of no customer come last [spec 2 dashboard]', () => {
  const devices = [
    device('A', null),
    device('B', 'Quận 10'),
    device('C', 'Đống Đa'),
    device('D', 'Quận 2'),
    device('E', 'Quận 10'),
  ]
  expect(grouped(devices)).toEqual([
    ['Đống Đa', ['C']],
    ['Quận 2', ['D']],
    ['Quận 10', ['B', 'E']],
    [null, ['A']],
  ])
})

test('a title of nothing but spaces is no title [spec 2 dashboard]', () => {
  expect(grouped([device('A', '   '), device('B', null)])).toEqual([[null, ['A', 'B']]])
})
