import { foldText } from '@greenwave/contract/text'
import { PHASES } from '@greenwave/controller/controllerLimits'
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import { useNavigate } from '@tanstack/react-router'
import { type JunctionAct, useOpenJunction } from '../../../data/openJunction.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { type PaletteEntry, searchEntries } from '../model/paletteEntry.ts'

/** A wanted change of a green, typed as '+5 green', '+5 green phase 2' or 'xanh pha 2 -3'. */
interface GreenAct {
  /** Seconds by which it changes. */
  readonly by: number
  /** Undefined for any phase. */
  readonly phase: 1 | 2 | 3 | undefined
}

/** Words of such a text, and the beginnings of these while it is typed. */
const WORDS = ['green', 'xanh', 'phase', 'pha', 's', 'giay']
/** Most seconds by which a green is changed at once. */
const MOST_S = 99

/** Parses a change of a green; null for any other text. A change has a sign. */
export function parseGreenAct(text: string): GreenAct | null {
  let rest = foldText(text)
  const by = /([+−-]) ?(\d{1,2})(?!\d)/.exec(rest)
  if (!by) return null
  rest = rest.replace(by[0], ' ')
  const phase = /\b(?:phase|pha) ?([1-3])(?!\d)/.exec(rest)
  if (phase) rest = rest.replace(phase[0], ' ')
  const others = rest.split(' ').filter(Boolean)
  if (!others.every((word) => WORDS.some((known) => known.startsWith(word)))) return null
  const seconds = Math.min(MOST_S, Number(by[2])) * (by[1] === '+' ? 1 : -1)
  const numbers = { '1': 1, '2': 2, '3': 3 } as const
  return seconds === 0 ? null : { by: seconds, phase: phase ? numbers[phase[1] as '1' | '2' | '3'] : undefined }
}

const ACTS = ['flash', 'hold1', 'hold2', 'automatic', 'time', 'acknowledge'] as const
/** Seconds by which a green changes where none are typed. */
const USUAL_S = 5

/**
 * Finds the acts on the junction on screen, for users who may change it. Each opens the dialog in which it is confirmed,
 * on the live page of the junction where the page on screen does not follow it.
 */
export function useJunctionActs(text: string, onClose: () => void): readonly PaletteEntry[] {
  const t = useTexts('admin', 'find')
  const navigate = useNavigate()
  const junction = useOpenJunction()
  if (!junction || text.trim() === '') return []
  const { deviceId, name, live } = junction
  const { phases } = live ?? { phases: PHASES }
  const entry = (id: string, label: string, words: string, act: Omit<JunctionAct, 'kind'>): PaletteEntry => ({
    ...{ id: `act-${id}`, kind: 'acts', label, detail: name, words: [words], icon: IconBolt },
    choose: () => {
      onClose()
      const dialog: JunctionAct = { kind: 'act', ...act }
      if (live)
        void navigate({ to: '.', search: true, hash: true, replace: true, state: (old) => ({ ...old, dialog }) })
      else void navigate({ to: '/devices/$deviceId', params: { deviceId }, state: (old) => ({ ...old, dialog }) })
    },
  })
  const typed = parseGreenAct(text)
  const by = typed?.by ?? USUAL_S
  const seconds = by > 0 ? `+${by}` : `−${-by}`
  const greens = phases
    .filter((phase) => typed?.phase === undefined || phase === typed.phase)
    .map((phase) =>
      entry(`green${phase}`, t('acts.green', { seconds, phase }), t('actWords.green'), { act: 'green', phase, by }),
    )
  if (typed) return greens
  const acts = ACTS.map((act) => entry(act, t(`acts.${act}`), t(`actWords.${act}`), { act }))
  return searchEntries(text, [...acts, ...greens])
}
