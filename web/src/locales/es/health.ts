import type { MessagesOf } from '../messages';

export const health: MessagesOf<'health'> = {
  description:
    'Comprueba la base de datos, los archivos, los canales, los pagos y las colas, e indica qué hacer',
  again: 'Comprobar de nuevo',
  findings: 'Resultados',
  advice: 'Qué hacer:',
  checked_at: 'Comprobado: {{moment}}',
  counts: 'Errores: {{failed}} · Avisos: {{warnings}}',
  overall: {
    ok: 'Todo funciona',
    warning: 'Funciona, pero requiere atención',
    failed: 'Algunas comprobaciones fallaron',
  },
  verdicts: {
    ok: 'Correcto',
    warning: 'Aviso',
    failed: 'Error',
  },
};
