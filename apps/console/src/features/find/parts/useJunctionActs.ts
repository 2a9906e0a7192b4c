import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import { useNavigate } from '@tanstack/react-router'
import { type JunctionAct, useOpenJunction } from '../../../data/openJunction.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { parseGreenAct } from '../model/greenAct.ts'
import { type PaletteEntry, searchEntries } from '../model/paletteEntry.ts'

const ACTS = ['flash', 'hold1', 'hold2', 'automatic', 'time', 'acknowledge'] as const
/** Seconds by which a green changes where none are typed. */
const USUAL_S = 5

/** Finds the acts on the junction on screen, for users who may change it. Each opens the dialog in which it is confirmed. */
export function useJunctionActs(text: string, onClose: () => void): readonly PaletteEntry[] {
  const t = useTexts('admin', 'find')
  const navigate = useNavigate()
  const junction = useOpenJunction()
  if (!junction || text.trim() === '') return []
  const { name, phases } = junction
  const entry = (id: string, label: string, words: string, act: Omit<JunctionAct, 'kind'>): PaletteEntry => ({
    ...{ id: `act-${id}`, kind: 'acts', label, detail: name, words: [words], icon: IconBolt },
    choose: () => {
      onClose()
      const dialog: JunctionAct = { kind: 'act', ...act }
      void navigate({ to: '.', search: true, hash: true, replace: true, state: (old) => ({ ...old, dialog }) })
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
