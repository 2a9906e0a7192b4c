import IconTrafficLights from '@tabler/icons-react/dist/esm/icons/IconTrafficLights.mjs'
import { devicesQuery, FIRST_DEVICES } from '../../../data/queries/devices.ts'
import { useSession } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { GoTo } from '../model/paletteEntry.ts'
import { type Found, useFound } from './useFound.ts'

/** Finds the junctions that the user may see, by label, name, type and customer. */
export function useFoundJunctions(text: string, goTo: GoTo): Found {
  const t = useTexts('admin', 'find')
  const session = useSession()
  return useFound({
    text,
    enabled: true,
    first: FIRST_DEVICES,
    read: (request) => devicesQuery(session, request),
    searched: ({ name, label, type, customerTitle }) => [name, label, type, customerTitle],
    entryOf: ({ id, name, label, type, customerTitle }) => {
      const title = label?.trim() || name
      const detail = [title === name ? '' : name, customerTitle?.trim() ?? ''].filter(Boolean).join(' · ')
      return {
        id: id.id,
        kind: 'junctions',
        label: title,
        detail,
        words: [type],
        icon: IconTrafficLights,
        choose: () => goTo({ to: '/devices/$deviceId', params: { deviceId: id.id } }),
      }
    },
    all: {
      id: 'all-junctions',
      kind: 'junctions',
      label: t('allJunctions', { text: text.trim() }),
      choose: () => goTo({ to: '/devices', search: { textSearch: text.trim() } }),
    },
  })
}
