import {
  OPTIONAL_ROWS,
  type OptionalGroup,
  SETTINGS,
  type SettingGroup,
} from '@greenwave/controller/settingTable/table'
import { renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { useSettingWords } from '../../shared/useSettingWords.ts'
import { dialogTitled, SHARED } from '../../test/devicePage.ts'
import { openLiveDevicePage } from '../../test/liveDevicePage.ts'
import { startSessionForTest } from '../../test/stubPlatform.ts'

type Opener = readonly [button: string, title: string]

/** For each kind of setting, the button that opens the dialog of its first setting, and the dialog's title. */
const OPENERS: Readonly<Record<Exclude<SettingGroup['kind'], OptionalGroup['kind']>, Opener>> = {
  mode: ['Tuyến 2', 'Chọn chế độ'],
  planTotal: ['Cấu hình số lượng kế hoạch', 'Cấu hình số lượng kế hoạch'],
  clearance: ['Cấu hình thời gian vàng, đỏ', 'Cấu hình thời gian vàng, đỏ'],
  plan: ['Edit plan 1', 'Plan 1'],
  program: ['Edit program 1', 'Program 1'],
}

/** The same of the optional settings, which are named by their words. */
function optionalOpeners(): (readonly [kind: string, opener: Opener])[] {
  const { optionalText, groupName } = renderHook(useSettingWords).result.current
  return OPTIONAL_ROWS.flatMap(({ kind, settings: [first] }) =>
    first ? [[kind, [optionalText(first.group, 'edit'), groupName(first.group)]] as const] : [],
  )
}

beforeEach(() => startSessionForTest())

it.each([...Object.entries(OPENERS), ...optionalOpeners()])(
  'the page of a controller that reports every setting has a card that opens the dialog of each: %s',
  async (_kind, [button, title]) => {
    const page = await openLiveDevicePage()
    const reported = SETTINGS.flatMap(({ keyNames }) => keyNames).map((key) => [key, 0])
    page.send('CLIENT_SCOPE', { ...Object.fromEntries(reported), ...SHARED }, Date.now())
    await userEvent.click(await screen.findByRole('button', { name: button }))
    expect(await dialogTitled(title)).toBeVisible()
  },
)
