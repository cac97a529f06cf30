// Made by `npm run api:types` from the OpenAPI description. Do not edit.
export interface components { schemas: Record<string, never> }
