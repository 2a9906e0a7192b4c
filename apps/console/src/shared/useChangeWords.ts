/** Texts of all that a change may write: settings, and what is noted of a junction. */
import { siteMember } from '@greenwave/changes/siteValues'
import { COMMISSIONING_KEY } from '@greenwave/contract/records/recordKeys'
import { PHASE_SITE_RANGES, SITE_RANGES } from '@greenwave/contract/records/junctionSite'
import { LAMP_COLOURS } from '@greenwave/controller/controllerLimits'
import { useTexts } from '../texts/useTexts.ts'
import { useNumberText } from '../ui/states/useNumberText.ts'
import { useDisplayWords } from './useDisplayWords.ts'
import { type SettingWords, useSettingWords } from './useSettingWords.ts'

/** Returns the names and values of settings and notes, in the chosen language. */
export function useChangeWords(): Pick<SettingWords, 'nameOf' | 'valueText'> {
  const t = useTexts('device')
  const sheet = useTexts('settings', 'sheet')
  const settings = useSettingWords()
  const numberText = useNumberText()
  const displays = useDisplayWords()

  /** Names a value of the notes of a junction by its place; one that is not known here is the place. */
  function siteName(place: string): string {
    if (place === 'control.kind') return t('displays.control')
    const [, ofGreen, end] = /^control\.greens\.([123])\.(smallest|largest)$/.exec(place) ?? []
    if (ofGreen) return t(end === 'smallest' ? 'displays.smallest' : 'displays.largest', { phase: ofGreen })
    const [, ofLamp, colour] = /^display\.([123])\.(red|yellow|green)$/.exec(place) ?? []
    const lamp = LAMP_COLOURS.find((known) => known === colour)
    if (ofLamp && lamp) return t('displays.ofLamp', { phase: ofLamp, lamp: t(`signals.${lamp}`).toLowerCase() })
    const [, phase, ofPhase] = /^phases\.([123])\.(.+)$/.exec(place) ?? []
    const field = SITE_FIELDS.find((known) => known === (ofPhase ?? place))
    if (!field) return place
    return phase ? t('site.ofPhase', { phase, field: t(`site.${field}`) }) : t(`site.${field}`)
  }

  return {
    nameOf(key) {
      if (key === COMMISSIONING_KEY) return sheet('toCommissioning')
      const place = siteMember(key)
      return place === undefined ? settings.nameOf(key) : siteName(place)
    },
    valueText(key, value) {
      if (key === COMMISSIONING_KEY) return signerOf(value)
      const place = siteMember(key)
      if (place !== undefined && typeof value === 'number') return numberText(value)
      const ofDisplay = /^(?:display\.|control\.kind$)/.test(place ?? '') ? displays.valueText(value) : undefined
      return ofDisplay ?? settings.valueText(key, value)
    },
  }
}

/** Returns who signed a commissioning, as it is in the record of a change. */
function signerOf(value: unknown): string {
  const { signed } = Object(value) as { readonly signed?: { readonly name?: unknown } }
  return signed ? String(signed.name) : '–'
}

const SITE_FIELDS = ['name', ...keysOf(PHASE_SITE_RANGES), ...keysOf(SITE_RANGES)] as const

function keysOf<Name extends string>(ranges: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(ranges) as Name[]
}
