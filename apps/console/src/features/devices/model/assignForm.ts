import * as z from 'zod/mini'

/** The schema of the assign form. Its complaint is a text key of the namespace `devices`. */
export const AssignForm = z.object({ customerId: z.string().check(z.minLength(1, { error: 'customerRequired' })) })
