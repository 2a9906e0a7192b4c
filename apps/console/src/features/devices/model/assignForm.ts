import * as z from 'zod/mini'

/** The assign dialog; its complaint is a text key of the namespace `devices`. */
export const AssignForm = z.object({ customerId: z.string().check(z.minLength(1, { error: 'customerRequired' })) })
