/** Returns the settings of a junction with two phases of 40 s in a cycle of 90 s, at so many metres of its corridor. */
export const setJunction = (name: string, positionM: number) => ({
  ...{ name, positionM, speedKmh: { outbound: 36, inbound: 36 }, canOffset: true, offset: 0 },
  phases: { outbound: 1 as const, inbound: 1 as const },
  clearance: { yellow: 3, redClearance: 2 },
  program: {
    ...{ number: 1 as const, sharedPeriod: 0 },
    phases: [
      { green: 40, start: 0 },
      { green: 40, start: 45 },
      { green: 0, start: 0 },
    ] as const,
  },
})
