{{- define "numsift.labels" -}}
app.kubernetes.io/name: numsift
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "numsift.selector" -}}
app.kubernetes.io/name: numsift
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "numsift.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* What servers and workers have in common in their containers. */}}
{{- define "numsift.container" -}}
image: {{ include "numsift.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - configMapRef:
      name: {{ .Release.Name }}-settings
  - secretRef:
      name: {{ .Values.secretName }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /data
  - name: key
    mountPath: /data/secret.key
    subPath: secret.key
    readOnly: true
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "numsift.pod" -}}
# Longer than `drainSeconds` and the 20 seconds that calls in flight get.
terminationGracePeriodSeconds: {{ add .Values.drainSeconds 30 }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
volumes:
  # The database and the object store hold everything that lasts.
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  - name: key
    secret:
      secretName: {{ .Values.keySecretName }}
      defaultMode: 288
{{- end }}
