import { useDisplayWords } from '../../../shared/useDisplayWords.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { type DisplayLine, lampsNamed } from '../model/displayLines.ts'

/** Returns a function for the text of a line: its lamps unless they are all, and their style. Empty for unknown of all. */
export function useDisplayLineText(): (line: DisplayLine) => string {
  const t = useTexts('device')
  const { styleText } = useDisplayWords()
  const { nameOf } = usePhaseNames()
  return ({ lamps, style }) => {
    const named = lampsNamed(lamps)
    const coloursText = (colours: (typeof lamps)[number]['colour'][]) =>
      colours.map((colour) => t(`signals.${colour}`).toLowerCase()).join(', ')
    const parts =
      named.kind === 'all'
        ? []
        : named.kind === 'colours'
          ? [coloursText([...named.colours])]
          : named.phases.map(({ phase, colours }) => {
              const name = nameOf(phase) ?? t('phase', { phase })
              return colours.length === 3 ? name : `${name} ${coloursText([...colours])}`
            })
    return [parts.join('; '), style ? styleText(style) : ''].filter((part) => part !== '').join(': ')
  }
}
